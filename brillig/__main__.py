"""python -m brillig"""

from brillig.cli import main

main()

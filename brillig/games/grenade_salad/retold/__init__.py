"""The rules told a second time, by somebody who had only read the specification, and games played beside them."""

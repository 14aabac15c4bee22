"""Paper: quick references, pages to print, the pages of the boxes, and the PDF that Chromium makes of them."""

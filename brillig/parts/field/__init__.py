"""Open fields: tables without squares, on which pieces lie anywhere."""

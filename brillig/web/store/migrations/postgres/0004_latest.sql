-- Only an SQLite file keeps the latest lines apart; the numbers of both are the same.
SELECT 1;

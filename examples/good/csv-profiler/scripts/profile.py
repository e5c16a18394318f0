"""Prints a profile of one CSV file. Reads that file only; writes nothing."""
import csv
import sys
from collections import Counter


def kind(value: str) -> str:
    if value.strip() == "":
        return "missing"
    try:
        float(value.replace(",", ""))
        return "number"
    except ValueError:
        return "text"


def main(path: str) -> None:
    with open(path, newline="", encoding="utf-8-sig") as handle:
        rows = list(csv.DictReader(handle))
    if not rows:
        print("The file has no rows.")
        return
    print(f"{len(rows)} rows, {len(rows[0])} columns")
    for column in rows[0]:
        kinds = Counter(kind(row[column] or "") for row in rows)
        distinct = len({row[column] for row in rows})
        print(f"{column}: {dict(kinds)}, {distinct} distinct")
    duplicates = len(rows) - len({tuple(row.values()) for row in rows})
    print(f"{duplicates} duplicate rows")


if __name__ == "__main__":
    main(sys.argv[1])

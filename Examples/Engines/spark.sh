#!/usr/bin/env bash
# Validates in Apache Spark: needs PySpark (`pip install pyspark`) and Java.
. "$(dirname "$0")/data.sh"
python3 Examples/Engines/spark.py "$data/users.ndjson" 2>"$data/spark.log"

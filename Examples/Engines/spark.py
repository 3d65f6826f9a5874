# `pipe` starts the filter once per partition and keeps the order, so that `zip` pairs lines with verdicts.
#
# - `pipe` passes an empty environment, hence `env`. On a cluster, every worker needs tool and schemas (`--files`, or the
#   image).
# - Without `checkCode=True`, an unreadable schema gives no verdicts, and the job succeeds.
# - `textFile` replaces bytes that are not UTF-8 by U+FFFD, so that the tool cannot report them.
# - `line` and `offset` of a verdict count from the start of the partition.
# - Each process starts a thread per core (`taskset -c 0` keeps it on one), and every action runs the filter again, unless
#   the pairs are cached. Use partitions of megabytes.
import json
import os
import sys
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
# Blank lines have no verdict: with them, `zip` would fail.
lines = spark.sparkContext.textFile(sys.argv[1], minPartitions=4).filter(lambda line: line.strip(" \t"))
# Exit code 1 means that there are invalid payloads. Any other failure fails the job, by `checkCode`.
command = "sh -c 'codegen validate --schema users/user-info --lines --output json - || test $? -eq 1'"
verdicts = lines.pipe(command, env=dict(os.environ), checkCode=True)
pairs = lines.zip(verdicts).cache()
invalid = pairs.filter(lambda pair: '"valid":false' in pair[1])
print(pairs.getNumPartitions(), "partitions,", pairs.count(), "lines,", invalid.count(), "invalid")
for line, verdict in invalid.take(1):
    print(line, json.loads(verdict)["errors"][0]["error"])

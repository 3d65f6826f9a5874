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

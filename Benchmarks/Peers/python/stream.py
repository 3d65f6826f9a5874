"""stream.py FILE SCHEMA: validates each element of the array in FILE with jsonschema-rs, as ijson's yajl2_c gives them;
prints how many are valid."""
import json, sys

import ijson.backends.yajl2_c as ijson
import jsonschema_rs

is_valid = jsonschema_rs.validator_for(json.load(open(sys.argv[2]))).is_valid
with open(sys.argv[1], "rb") as file:
    print(sum(map(is_valid, ijson.items(file, "item", use_float=True))))

// The open branch takes the tag of the other as well: a tag alone must not decide.
accept(AChoice.self, #"{"some":{"kind":"a"}}"#)
accept(AChoice.self, #"{"some":{"kind":"a","n":1}}"#)
accept(AChoice.self, #"{"some":{"kind":"b","n":"text"}}"#)
accept(AChoice.self, #"{"exactly":{"kind":"a","n":"text"}}"#)
refuse(AChoice.self, #"{"exactly":{"kind":"a","n":1}}"#, "/exactly oneOf")

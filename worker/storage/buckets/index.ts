export { BucketAwayError, type BucketObject, BucketRefusedError } from './bucket-object';
export { Buckets, type FileToPut } from './buckets';

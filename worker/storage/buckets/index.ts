export type { BucketObject } from './bucket-object';
export { BucketAwayError, BucketRefusedError } from './bucket-refused';
export { Buckets, type FileToPut } from './buckets';

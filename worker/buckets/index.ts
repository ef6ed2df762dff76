export { Buckets, type FileToPut } from './buckets';
export { BucketRefusedError } from './bucket-refused';

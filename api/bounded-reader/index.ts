export { BoundedReader, type Bounds, builtReader, PersistentReader, ReaderError, type Reason } from './bounded-reader';
export { handleTasks, isTooDeep, isTooLong } from './handle-tasks';

export type { RunningProcess } from './running-process';
export { type Roles, startProcess } from './start-process';

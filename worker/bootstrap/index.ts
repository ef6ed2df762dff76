export { startProcess, type Roles, type RunningProcess } from './start-process';

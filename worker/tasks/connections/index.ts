export { checkConnection, type ConnectionChecks } from './check-connection';
export { connectionWork, failedTasksOf } from './connection-work';

export { checkConnection, type ConnectionChecks } from './check-connection';

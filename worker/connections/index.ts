export { type AccountReads, READ_SCOPES, type ReadScope } from './account-reads';
export { type AgentList, type Connection, Connections } from './connection';
export { type LookUps, TemporalLookUps } from './look-ups';
export { keepDeletingLookUps } from './past-look-ups';
export { type AccountSettings, ServiceClients } from './service-clients';

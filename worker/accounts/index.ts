export { type AccountReads, READ_SCOPES, type ReadScope } from './account-reads';
export { type AgentList, type Connection, Connections } from './connection';
export { type LookUps, TemporalLookUps } from './look-ups';
export { serviceClient, type ServiceClient } from './service-client';

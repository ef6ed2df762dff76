export { type AccountReads, READ_SCOPES, type ReadScope } from './account-reads';
export { type AgentList, type Connection, Connections } from './connection';
export { type LookUps, TemporalLookUps } from './look-ups';
export { keepDeletingLookUps } from './past-look-ups';
export { rateLimitCheck } from './rate-limit-check';
export { type AccountSettings, ServiceClients } from './service-clients';
export {
	type KeyUse,
	limitFit,
	limitTodo,
	type SharedKey,
	sharedKeys,
	sharedKeyText,
	settingText,
	sharersText,
	withKeyUses,
} from './shared-keys';

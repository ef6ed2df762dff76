export { ConfigError } from './config-error';
export type { DestinationConfig, HubSpotConfig, PostgresqlConfig, WebhookConfig } from './destinations-schema';
export type { HookConfig } from './hooks/hooks-schema';
export type { LimitsConfig } from './limits-schema';
export { configFile, DEFAULT_CONFIG_FILE, loadConfig, parseConfig } from './load';
export { operationsAddress } from './operations-address';
export { configSchema, type Config, type ConnectionConfig } from './schema';
export { TOKEN_ROLES, type TokenConfig, type TokenRole } from './token-schema';
export { temporalSettings } from './temporal-settings';

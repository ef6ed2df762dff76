export { ConfigError } from './config-error';
export { connectionFiles } from './connection-files';
export type { LimitsConfig, TokenConfig } from './gateway-schema';
export { type Grant, type UseKind, USES } from './grants';
export type { HookConfig } from './hooks';
export { configFiles, localFileOf } from './layers';
export {
	configFile,
	configVariables,
	DEFAULT_CONFIG_FILE,
	loadBlobsSettings,
	loadConfig,
	loadGatewaySettings,
	namesInConfig,
	parseConfig,
	watchedFiles,
} from './load';
export { operationsAddress, temporalSettings } from './process-settings';
export { isUserName, type PersonRoles, type ProxySignInConfig } from './proxy-sign-in-schema';
export { TOKEN_ROLES, type TokenRole } from './roles';
export { configSchema, type Config, type ConnectionConfig } from './schema';
export { VERSION } from './version';

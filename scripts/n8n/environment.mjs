// @ts-check

/** Parts of n8n that are not needed here. Without them n8n starts faster and logs less. */
const DISABLED_MODULES = 'mcp-registry,instance-ai,insights,chat-hub';

/**
 * @typedef {object} N8nPlace
 * @property {string} userFolder where n8n keeps its `.n8n` folder: database, settings, community packages
 * @property {string} filesFolder the only one whose files a flow may read and write; its real path
 * @property {number} port
 * @property {number} brokerPort for its task runners; each n8n on a machine needs one of its own, `execute` included
 * @property {string} encryptionKey of its stored credentials; must stay the same for a user folder
 * @property {NodeJS.ProcessEnv} [extra] more settings, which win
 */

/**
 * The environment of a quiet n8n for this machine alone: it calls no other host, and listens on 127.0.0.1.
 * @param {N8nPlace} place
 * @returns {NodeJS.ProcessEnv}
 */
export function n8nEnvironment({ userFolder, filesFolder, port, brokerPort, encryptionKey, extra = {} }) {
	return {
		PATH: process.env.PATH,
		HOME: process.env.HOME,
		TZ: process.env.TZ,
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: encryptionKey,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		// The resume URL of a waiting flow is made from this: `localhost` may resolve to ::1, where nothing listens.
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_DISABLED_MODULES: DISABLED_MODULES,
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		DB_SQLITE_POOL_SIZE: '2',
		...extra,
	};
}

// @ts-check

/**
 * Settings that hold a secret. In the chart's values, they must name an environment variable. Those of a destination
 * stand in its kind (`worker/destinations/<name>/kind.ts`).
 */
export const SECRET_SETTINGS = [
	...['apiKey', 'token', 'secret', 'secrets', 'signingSecret', 'smtpUrl'],
	...['accessKeyId', 'secretAccessKey'],
];

/** What the chart sets itself, because other objects depend on it: the paths of settings. */
export const SET_BY_CHART = [
	...['gateway.host', 'gateway.port', 'telemetry.gatewayAddress', 'telemetry.workerAddress'],
	...['telemetry.metricsAddress', 'temporal.tls.caFile', 'temporal.tls.certFile', 'temporal.tls.keyFile'],
	...['temporal.tls.serverName', 'blobs.directory'],
];

const VARIABLE = {
	type: 'string',
	pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$',
	description: 'A secret: write it as ${NAME}, and put NAME into the Secret of secrets.existingSecret.',
};

/**
 * The schema of `config` in the chart's values, made from that of the worker's configuration. It checks names, types and
 * choices, and that no secret is in plain text. The worker checks the rest at its start: any text may be a `${NAME}`.
 * @param {unknown} schema a part of the JSON schema of the worker's configuration
 * @param {import('./load-worker-settings.mjs').SecretsOfDestinations} secretsOfDestinations
 * @param {string} [path] of its setting
 * @returns {unknown}
 */
export function chartConfigSchema(schema, secretsOfDestinations, path = '') {
	if (Array.isArray(schema)) return schema.map((each) => chartConfigSchema(each, secretsOfDestinations, path));
	if (typeof schema !== 'object' || schema === null) return schema;
	const {
		pattern: _pattern,
		format: _format,
		default: _default,
		$schema: _dialect,
		properties,
		required: _required,
		...rest
	} = /** @type {Record<string, unknown>} */ (schema);
	/** @type {Record<string, unknown>} */
	const made = {};
	for (const [key, value] of Object.entries(rest)) made[key] = chartConfigSchema(value, secretsOfDestinations, path);
	if (typeof properties === 'object' && properties !== null) {
		const all = /** @type {Record<string, { const?: unknown, type?: unknown }>} */ (properties);
		const kind = path === 'destinations' ? all.type?.const : undefined;
		const secrets = [...SECRET_SETTINGS, ...(typeof kind === 'string' ? (secretsOfDestinations[kind] ?? []) : [])];
		made.properties = Object.fromEntries(
			Object.entries(all).flatMap(([name, value]) => {
				const at = path === '' ? name : `${path}.${name}`;
				if (SET_BY_CHART.includes(at)) return [];
				if (!secrets.includes(name)) return [[name, chartConfigSchema(value, secretsOfDestinations, at)]];
				return [[name, value.type === 'array' ? { type: 'array', items: VARIABLE } : VARIABLE]];
			}),
		);
	}
	return made;
}

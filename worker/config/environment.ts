/** A setting that an environment variable overrides, whatever the file says. */
interface Override {
	variable: string;
	path: readonly [section: string, setting: string] | readonly [setting: string];
	/** The variable has several values, separated by commas. */
	list?: true;
}

/** Every override; docs/worker-configuration.md lists them, and a test holds the two together. */
export const ENVIRONMENT_OVERRIDES: readonly Override[] = [
	{ variable: 'AGENT_KNOWLEDGE_TEMPORAL_ADDRESS', path: ['temporal', 'address'] },
	{ variable: 'AGENT_KNOWLEDGE_TEMPORAL_NAMESPACE', path: ['temporal', 'namespace'] },
	{ variable: 'AGENT_KNOWLEDGE_TEMPORAL_API_KEY', path: ['temporal', 'apiKey'] },
	{ variable: 'AGENT_KNOWLEDGE_TEMPORAL_UI_URL', path: ['temporal', 'uiUrl'] },
	{ variable: 'AGENT_KNOWLEDGE_GATEWAY_HOST', path: ['gateway', 'host'] },
	{ variable: 'AGENT_KNOWLEDGE_GATEWAY_PORT', path: ['gateway', 'port'] },
	{ variable: 'AGENT_KNOWLEDGE_GATEWAY_PUBLIC_URL', path: ['gateway', 'publicUrl'] },
	{ variable: 'AGENT_KNOWLEDGE_GATEWAY_CALLBACK_HOSTS', path: ['gateway', 'callbackHosts'], list: true },
	{ variable: 'AGENT_KNOWLEDGE_GATEWAY_SIGNING_SECRET', path: ['gateway', 'signingSecret'] },
	{ variable: 'AGENT_KNOWLEDGE_CONNECTIONS_FOLDER', path: ['connectionsFolder'] },
	{ variable: 'AGENT_KNOWLEDGE_TIMING_SETTLE_MS', path: ['timing', 'settleMs'] },
	{ variable: 'AGENT_KNOWLEDGE_TIMING_POLL_MIN_MS', path: ['timing', 'pollMinMs'] },
	{ variable: 'AGENT_KNOWLEDGE_TIMING_POLL_MAX_MS', path: ['timing', 'pollMaxMs'] },
	{ variable: 'AGENT_KNOWLEDGE_BLOBS_DIRECTORY', path: ['blobs', 'directory'] },
	{ variable: 'AGENT_KNOWLEDGE_LOG_LEVEL', path: ['log', 'level'] },
	{ variable: 'AGENT_KNOWLEDGE_TELEMETRY_METRICS_ADDRESS', path: ['telemetry', 'metricsAddress'] },
	{ variable: 'AGENT_KNOWLEDGE_TELEMETRY_GATEWAY_ADDRESS', path: ['telemetry', 'gatewayAddress'] },
	{ variable: 'AGENT_KNOWLEDGE_TELEMETRY_WORKER_ADDRESS', path: ['telemetry', 'workerAddress'] },
	{ variable: 'AGENT_KNOWLEDGE_TELEMETRY_TRACES_ENDPOINT', path: ['telemetry', 'tracesEndpoint'] },
];

/** Connections as a YAML or JSON map, merged over those of the files. */
export const CONNECTIONS_VARIABLE = 'AGENT_KNOWLEDGE_CONNECTIONS';

/** A copy of the file's content, overridden by every variable that is set. An empty variable counts as not set. */
export function withEnvironment(content: Record<string, unknown>, env: NodeJS.ProcessEnv): Record<string, unknown> {
	const result = { ...content };
	for (const { variable, path, list } of ENVIRONMENT_OVERRIDES) {
		const text = env[variable];
		if (!text) continue;
		const [section, setting] = path;
		const value = list ? text.split(',') : text;
		result[section] = setting === undefined ? value : { ...asRecord(result[section]), [setting]: value };
	}
	return result;
}

/** The variable that overrides the setting of a path; undefined if none does. */
export function overridingVariable(path: readonly PropertyKey[], env: NodeJS.ProcessEnv): string | undefined {
	return ENVIRONMENT_OVERRIDES.find(
		({ variable, path: overridden }) => env[variable] && overridden.every((key, index) => path[index] === key),
	)?.variable;
}

function asRecord(value: unknown): object {
	return typeof value === 'object' && value !== null ? value : {};
}

/** No variable has a longer name. Without a limit, the time would grow with the square of a text of many `${`. */
const PLACEHOLDER = /\$(\$?)\{([^}]{0,256})\}/g;

/** The variables that a configuration needs: those that its text names, and those that override it. */
export function variablesOf(text: string, env: NodeJS.ProcessEnv): Record<string, string> {
	const named = [...text.matchAll(PLACEHOLDER)].filter(([, escape]) => escape === '').map(([, , name = '']) => name);
	const names = [...named, CONNECTIONS_VARIABLE, ...ENVIRONMENT_OVERRIDES.map(({ variable }) => variable)];
	return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/**
 * Replaces `${NAME}` in every string by the environment variable of that name; `$${` stands for a plain `${`.
 * @param report gets each variable that is not set, or is empty and the whole value, with the place that names it
 */
export function interpolate(
	value: unknown,
	env: NodeJS.ProcessEnv,
	report: (path: readonly PropertyKey[], message: string) => void,
	path: readonly PropertyKey[] = [],
): unknown {
	if (Array.isArray(value))
		return value.map((entry: unknown, index) => interpolate(entry, env, report, [...path, index]));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [key, interpolate(entry, env, report, [...path, key])]),
		);
	if (typeof value !== 'string') return value;
	return value.replace(PLACEHOLDER, (match: string, escape: string, name: string) => {
		if (escape !== '') return match.slice(1);
		const found = env[name];
		// Beside other text, an empty variable can be intended.
		if (found === '' && match === value)
			report(path, `names the environment variable ${name}, which is empty; set it, or write the value here`);
		if (found !== undefined) return found;
		report(path, `names the environment variable ${name}, which is not set; set it, or write the value here`);
		return match;
	});
}

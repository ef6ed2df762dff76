import { existsSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { fieldIssues, issueText } from '../problems/validation';
import { ConfigError, type ConfigProblem, pathText } from './config-error';
import { interpolate, withEnvironment } from './environment';
import { type Config, configSchema } from './schema';

/** Read when neither --config nor AGENT_KNOWLEDGE_CONFIG names a file. */
export const DEFAULT_CONFIG_FILE = 'agent-knowledge.yaml';

export interface LoadOptions {
	/** The file; default: AGENT_KNOWLEDGE_CONFIG, else ./agent-knowledge.yaml. */
	path?: string | undefined;
	env?: NodeJS.ProcessEnv;
	/** Whether this process serves the gateway, which needs at least one token. Default true. */
	gateway?: boolean;
}

/** The file that is read. */
export function configFile({ path, env = process.env }: Pick<LoadOptions, 'path' | 'env'>): string {
	return path ?? env.AGENT_KNOWLEDGE_CONFIG ?? DEFAULT_CONFIG_FILE;
}

/** Reads the file, fills in the environment and checks everything. Throws one ConfigError with all problems. */
export function loadConfig({ path, env = process.env, gateway = true }: LoadOptions = {}): Config {
	const file = configFile({ path, env });
	return parseConfig(readConfigFile(file), { source: file, env, gateway });
}

/** Checks content that is already read; `source` names it in the error. */
export function parseConfig(
	content: Record<string, unknown>,
	{ source, env, gateway }: { source: string; env: NodeJS.ProcessEnv; gateway: boolean },
): Config {
	const problems: ConfigProblem[] = [];
	const filled = interpolate(content, env, problems);
	const unset = new Set(problems.map(({ path }) => path));
	const result = configSchema.safeParse(withEnvironment({ ...asRecord(filled) }, env), { error: issueText });
	for (const issue of result.error?.issues ?? [])
		for (const { path, message } of fieldIssues(
			issue,
			'is not a setting; docs/worker-configuration.md lists all settings',
		))
			if (!unset.has(pathText(path))) problems.push({ path: pathText(path), message });
	if (gateway && result.data?.gateway.tokens.length === 0)
		problems.push({
			path: 'gateway.tokens',
			message: 'is empty; name at least one token (name, token), or start only the worker with: agent-knowledge worker',
		});
	if (result.data === undefined || problems.length > 0) throw new ConfigError(source, problems);
	return result.data;
}

function asRecord(value: unknown): object {
	return typeof value === 'object' && value !== null ? value : {};
}

/** Reads a YAML file whose top level is a map. Throws a ConfigError that quotes no line, as lines may hold secrets. */
export function readConfigFile(path: string): Record<string, unknown> {
	const lineCounter = new LineCounter();
	const document = parseDocument(readText(path), { lineCounter, prettyErrors: false });
	if (document.errors.length > 0)
		throw new ConfigError(
			path,
			document.errors.map(({ pos, code }) => {
				const { line, col } = lineCounter.linePos(pos[0]);
				return { path: '', message: `line ${line}, column ${col} is not valid YAML (${code})` };
			}),
		);
	const content: unknown = document.toJS();
	if (content === null || content === undefined) return {};
	if (typeof content !== 'object' || Array.isArray(content))
		throw new ConfigError(path, [
			{ path: '', message: 'the file must be a map of sections: temporal, gateway, connections, ...' },
		]);
	return { ...content };
}

function readText(path: string): string {
	if (!existsSync(path))
		throw new ConfigError(path, [
			{
				path: '',
				message:
					'the file does not exist; copy worker/agent-knowledge.example.yaml to it, or name another file with --config or AGENT_KNOWLEDGE_CONFIG',
			},
		]);
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new ConfigError(path, [{ path: '', message: `the file cannot be read (${String(error)})` }]);
	}
}

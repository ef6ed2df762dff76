import type { z } from 'zod';
import { ConfigError, pathText, type ConfigProblem } from './config-error';
import { withEnvironment } from './environment';
import { interpolate } from './interpolate';
import { readConfigFile } from './read-file';
import { configSchema, type Config } from './schema';

/** Read when neither --config nor AGENT_KNOWLEDGE_CONFIG names a file. */
export const DEFAULT_CONFIG_FILE = 'agent-knowledge.yaml';

export interface LoadOptions {
	/** The file; default: AGENT_KNOWLEDGE_CONFIG, else ./agent-knowledge.yaml. */
	path?: string | undefined;
	env?: NodeJS.ProcessEnv;
	/** Whether this process serves the gateway, which needs at least one token. Default true. */
	gateway?: boolean;
}

/** Reads the file, fills in the environment and checks everything. Throws one ConfigError with all problems. */
export function loadConfig({ path, env = process.env, gateway = true }: LoadOptions = {}): Config {
	const file = path ?? env.AGENT_KNOWLEDGE_CONFIG ?? DEFAULT_CONFIG_FILE;
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
	const result = configSchema.safeParse(withEnvironment({ ...asRecord(filled) }, env), { error: sentence });
	for (const issue of result.error?.issues ?? []) problems.push(...problemsOf(issue).filter(({ path }) => !unset.has(path)));
	if (gateway && result.data?.gateway.tokens.length === 0)
		problems.push({
			path: 'gateway.tokens',
			message: 'is empty; name at least one token (name, token), or start only the worker with: agent-knowledge worker',
		});
	if (result.data === undefined || problems.length > 0) throw new ConfigError(source, problems);
	return result.data;
}

function problemsOf(issue: z.core.$ZodIssue): ConfigProblem[] {
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map((key) => ({
			path: pathText([...issue.path, key]),
			message: 'is no setting; docs/worker-configuration.md lists them all',
		}));
	// A record reports the key's own problem inside; the outer message says nothing of use.
	if (issue.code === 'invalid_key')
		return issue.issues.map(({ message }) => ({ path: pathText(issue.path), message }));
	return [{ path: pathText(issue.path), message: issue.message }];
}

/** Words for what zod finds by itself; the value is never part of them. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code === 'invalid_type') return issue.input === undefined ? 'is missing' : `must be a ${issue.expected}`;
	if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
	if (issue.code === 'invalid_union') return 'has none of the allowed forms';
	return undefined;
}

function asRecord(value: unknown): object {
	return typeof value === 'object' && value !== null ? value : {};
}

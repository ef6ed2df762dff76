import { existsSync } from 'node:fs';
import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { FORGOTTEN, forgottenKeys } from '../problems/forgotten-keys';
import { NotText, readTextFile } from '../problems/text-file';
import { fieldIssues, issueText } from '../problems/validation';
import { ConfigError, type ConfigProblem, pathText } from './config-error';
import { connectionFiles, connectionLayer, takenNames } from './connection-files';
import { CONNECTIONS_VARIABLE, interpolate, overridingVariable, variablesOf, withEnvironment } from './environment';
import { gatewaySchema } from './gateway-schema';
import { configFiles, type Layer, localFileOf, mergeLayers, originOf } from './layers';
import { type Config, configSchema } from './schema';
import { blobsSchema } from '../storage/settings';

/** Read when neither --config nor AGENT_KNOWLEDGE_CONFIG names a file. */
export const DEFAULT_CONFIG_FILE = 'agent-knowledge.yaml';

export interface LoadOptions {
	/** The file; default: AGENT_KNOWLEDGE_CONFIG, else ./agent-knowledge.yaml. */
	path?: string | undefined;
	env?: NodeJS.ProcessEnv;
	/** Whether this process serves the gateway, which needs at least one token. Default true. */
	gateway?: boolean;
}

/** The file that is read, with the local file beside it merged over it (`localFileOf`). */
export function configFile({ path, env = process.env }: Pick<LoadOptions, 'path' | 'env'>): string {
	return path || env.AGENT_KNOWLEDGE_CONFIG || DEFAULT_CONFIG_FILE;
}

/**
 * Reads the file, its local file and the folder of connections, fills in the environment and checks everything.
 * @throws ConfigError with all problems
 */
export function loadConfig({ path, env = process.env, gateway = true }: LoadOptions = {}): Config {
	return parseLayers(readLayers(configFile({ path, env }), env), { env, gateway });
}

/**
 * The files whose change changes the configuration, also those that do not exist yet.
 * @param folder as the configuration has it
 */
export function watchedFiles(path: string, folder: string | undefined): string[] {
	const own = [path, localFileOf(path)];
	if (folder === undefined) return own;
	try {
		return [...own, folder, ...connectionFiles(folder)];
	} catch {
		// The next read reports it.
		return [...own, folder];
	}
}

/** All files of a configuration: its own, and those of its folder of connections. @throws ConfigError */
function allConfigFiles(path: string, env: NodeJS.ProcessEnv): string[] {
	const folder = folderOf(readOwnLayers(path), env);
	return [...configFiles(path), ...(folder === undefined ? [] : connectionFiles(folder))];
}

/** Checks content that is already read; `source` names it in the error. */
export function parseConfig(
	content: Record<string, unknown>,
	{ source, env, gateway }: { source: string; env: NodeJS.ProcessEnv; gateway: boolean },
): Config {
	return parseLayers([{ file: source, content }], { env, gateway });
}

/** Only the gateway section, so that another section may name variables that are not set here. */
export function loadGatewaySettings({ path, env }: { path: string; env: NodeJS.ProcessEnv }): Config['gateway'] {
	const layers = readOwnLayers(path);
	const { gateway = {} } = mergeLayers(layers);
	return check(z.looseObject({ gateway: gatewaySchema }), { gateway }, layers, env).gateway;
}

/** Only the blobs section, of a configuration of which this version may refuse the rest. */
export function loadBlobsSettings({ path, env }: { path: string; env: NodeJS.ProcessEnv }): Config['blobs'] {
	const layers = readOwnLayers(path);
	const { blobs = {} } = mergeLayers(layers);
	return check(z.looseObject({ blobs: blobsSchema }), { blobs }, layers, env).blobs;
}

/** The names below a section, such as `connections`. It checks nothing. @throws ConfigError for a file without settings */
export function namesInConfig(
	path: string,
	section: 'connections' | 'destinations' | 'buckets',
	env: NodeJS.ProcessEnv,
): string[] {
	return Object.keys(asRecord(mergeLayers(readLayers(path, env))[section]));
}

/** The variables that a configuration needs, with their values. @throws ConfigError if a file cannot be read */
export function configVariables(path: string, env: NodeJS.ProcessEnv): Record<string, string> {
	return variablesOf(allConfigFiles(path, env).map(readText).join('\n'), env);
}

function parseLayers(layers: readonly Layer[], { env, gateway }: { env: NodeJS.ProcessEnv; gateway: boolean }): Config {
	return check(gateway ? withTokens : configSchema, mergeLayers(layers), layers, env);
}

const withTokens = configSchema.refine(({ gateway }) => gateway.tokens.length > 0, {
	path: ['gateway', 'tokens'],
	message: 'is empty; name at least one token (name, token), or start only the worker with: agent-knowledge worker',
});

function check<Schema extends z.ZodType>(
	schema: Schema,
	content: Record<string, unknown>,
	layers: readonly Layer[],
	env: NodeJS.ProcessEnv,
): z.output<Schema> {
	const problems: ConfigProblem[] = [];
	const report = (path: readonly PropertyKey[], message: string) =>
		problems.push({
			path: pathText(path),
			message,
			source: overridingVariable(path, env) ?? originOf(layers, path),
		});
	const filled = interpolate(content, env, report);
	const unset = new Set(problems.map(({ path }) => path));
	const result = schema.safeParse(withEnvironment({ ...asRecord(filled) }, env), { error: issueText });
	for (const issue of result.error?.issues ?? [])
		for (const { path, message } of fieldIssues(
			issue,
			'is not a setting; docs/worker-configuration.md lists all settings',
		))
			if (!unset.has(pathText(path))) report(path, message);
	if (!result.success || problems.length > 0) throw new ConfigError(sourceOf(layers, problems), problems);
	return result.data;
}

/** The files to name. Of a folder, which may have hundreds, only those with a problem. */
function sourceOf(layers: readonly Layer[], problems: readonly ConfigProblem[]): string {
	const wrong = new Set(problems.map(({ source }) => source));
	const named = layers.filter(({ file, isOfFolder = false }) => !isOfFolder || wrong.has(file));
	return named.map(({ file }) => file).join(' and ');
}

function asRecord(value: unknown): object {
	return typeof value === 'object' && value !== null ? value : {};
}

/** Connections of the folder stand beside those of the file. The variable wins over both. */
function readLayers(path: string, env: NodeJS.ProcessEnv): Layer[] {
	const own = readOwnLayers(path);
	const folder = folderOf(own, env);
	const ofFolder = folder === undefined ? [] : layersOf(folder);
	const taken = takenNames(own, ofFolder);
	if (taken.length > 0) throw new ConfigError(path, taken);
	const text = env[CONNECTIONS_VARIABLE];
	if (!text) return [...own, ...ofFolder];
	const connections = contentOf(CONNECTIONS_VARIABLE, text);
	return [...own, ...ofFolder, { file: CONNECTIONS_VARIABLE, content: { connections } }];
}

/** The folder may be empty for now. */
function layersOf(folder: string): Layer[] {
	const files = connectionFiles(folder).map((file) => connectionLayer(file, readConfigFile(file)));
	return [{ file: folder, content: { connections: {} }, isOfFolder: true }, ...files];
}

/** The file and its local file. */
function readOwnLayers(path: string): Layer[] {
	return configFiles(path).map((file) => ({ file, content: readConfigFile(file) }));
}

/** The folder that the environment or the files name. Wrong values are reported later, as those of any setting. */
function folderOf(layers: readonly Layer[], env: NodeJS.ProcessEnv): string | undefined {
	const { connectionsFolder } = withEnvironment({ ...mergeLayers(layers) }, env);
	const filled = interpolate(connectionsFolder, env, () => undefined);
	return typeof filled === 'string' && filled !== '' ? filled : undefined;
}

/** Reads a YAML file whose top level is a map. */
function readConfigFile(path: string): Record<string, unknown> {
	return contentOf(path, readText(path));
}

/**
 * Parses YAML whose top level is a map.
 * @param path the file or variable of the text, for errors
 * @throws ConfigError that quotes no line, as lines may hold secrets
 */
function contentOf(path: string, text: string): Record<string, unknown> {
	const lineCounter = new LineCounter();
	const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
	const invalid = document.errors.map(({ pos, code }) => ({ at: pos[0], message: `is not valid YAML (${code})` }));
	const unnamed = forgottenKeys(document).map((at) => ({
		at,
		message: `has the name ${FORGOTTEN}; choose another one`,
	}));
	const unusable = invalid.length > 0 ? invalid : [...unusableAliases(document), ...unnamed];
	if (unusable.length > 0)
		throw new ConfigError(
			path,
			unusable.map(({ at, message }) => {
				const { line, col } = lineCounter.linePos(at);
				return { path: '', message: `line ${line}, column ${col} ${message}` };
			}),
		);
	const content = valueOf(document, path);
	if (content === null || content === undefined) return {};
	if (typeof content !== 'object' || Array.isArray(content))
		throw new ConfigError(path, [
			{ path: '', message: 'the file must be a map of sections: temporal, gateway, connections, ...' },
		]);
	return { ...content };
}

/** Aliases that lead nowhere, or into themselves. A secret that begins with `*` is read as one. */
function unusableAliases(document: Document): Array<{ at: number; message: string }> {
	const found: Array<{ at: number; message: string }> = [];
	visit(document, {
		Alias: (_key, alias, path) => {
			const source = alias.resolve(document);
			if (source !== undefined && !path.includes(source)) return;
			const message = 'has an alias (*) without a value; put a text that begins with * into quotation marks';
			found.push({ at: alias.range?.[0] ?? 0, message });
		},
	});
	return found;
}

function valueOf(document: Document, path: string): unknown {
	try {
		return document.toJS();
	} catch {
		// The only reason that is left: what a small file makes of them would fill the memory.
		throw new ConfigError(path, [{ path: '', message: 'the file repeats too much by aliases (*); write the values' }]);
	}
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
		return readTextFile(path);
	} catch (error) {
		if (error instanceof NotText) throw new ConfigError(path, [{ path: '', message: `the file ${error.message}` }]);
		const todo =
			error instanceof Error && 'code' in error && error.code === 'EACCES'
				? '; let the user of this process read it'
				: '';
		throw new ConfigError(path, [{ path: '', message: `the file cannot be read (${String(error)})${todo}` }]);
	}
}

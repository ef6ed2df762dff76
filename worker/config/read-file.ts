import { existsSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigError } from './config-error';

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
					'the file is not there; copy worker/agent-knowledge.example.yaml to it, or name another file with --config or AGENT_KNOWLEDGE_CONFIG',
			},
		]);
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new ConfigError(path, [{ path: '', message: `the file cannot be read (${String(error)})` }]);
	}
}

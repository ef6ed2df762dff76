import { existsSync } from 'node:fs';
import { format, parse } from 'node:path';

/** The content of one file of the configuration. */
export interface Layer {
	file: string;
	content: Record<string, unknown>;
	/** Whether it comes from the folder of connections. Default: false. */
	isOfFolder?: boolean;
}

/** Put before the extension, it names the file with the person's own settings. */
const LOCAL = '.local';

/** The file beside a configuration that is merged over it: `agent-knowledge.local.yaml` of `agent-knowledge.yaml`. */
export function localFileOf(file: string): string {
	const { dir, name, ext } = parse(file);
	return format({ dir, name: `${name}${LOCAL}`, ext });
}

/** The files of a configuration in the order in which they are merged: the file itself, and its local file if it exists. */
export function configFiles(file: string): string[] {
	return [file, localFileOf(file)].filter((each, index) => index === 0 || existsSync(each));
}

/** One content of all layers. A later layer wins. */
export function mergeLayers(layers: readonly Layer[]): Record<string, unknown> {
	return layers.reduce<Record<string, unknown>>((below, { content }) => mergeMaps(below, content), {});
}

/** Maps merge key by key. Any other value, lists included, replaces the one below. `null` removes what is below. */
function mergeMaps(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
	const merged = new Map(Object.entries(below));
	for (const [key, value] of Object.entries(above)) {
		const before = merged.get(key);
		if (value === null && merged.has(key)) merged.delete(key);
		else merged.set(key, isMap(value) && isMap(before) ? mergeMaps(before, value) : value);
	}
	return Object.fromEntries(merged);
}

/** The file that a problem comes from. @param path of the problem */
export function originOf(layers: readonly Layer[], path: readonly PropertyKey[]): string | undefined {
	const reached = layers.map(({ file, content }) => ({ file, ...reach(content, path) }));
	const [deepest] = reached.toSorted((a, b) => b.depth - a.depth);
	// A value that is no map replaces what is below it.
	return (reached.findLast(({ replaces }) => replaces) ?? deepest)?.file;
}

/** How far a path leads into a layer, and whether it meets a value that replaces those of earlier layers. */
function reach(value: unknown, [key, ...rest]: readonly PropertyKey[]): { depth: number; replaces: boolean } {
	if (!isMap(value)) return { depth: 0, replaces: true };
	if (key === undefined || !Object.hasOwn(value, key)) return { depth: 0, replaces: false };
	const { depth, replaces } = reach(Reflect.get(value, key), rest);
	return { depth: depth + 1, replaces };
}

function isMap(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

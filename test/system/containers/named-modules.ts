import { build } from 'esbuild';
import { readdir } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

/** A module of a package, and whether the program requires, imports or resolves it: it may have a file for each. */
export interface NamedModule {
	kind: string;
	path: string;
}

/** The modules of packages that a built program names, also those that it loads when it first needs them. */
export async function namedModules(program: 'worker' | 'sandbox'): Promise<NamedModule[]> {
	const dist = join(workspaceRoot, program, 'dist');
	const files = (await readdir(dist)).filter((file) => file.endsWith('.js') && file !== 'workflow-bundle.js');
	const { metafile } = await build({
		entryPoints: files.map((file) => join(dist, file)),
		outdir: dist,
		bundle: true,
		write: false,
		metafile: true,
		packages: 'external',
		platform: 'node',
		logLevel: 'error',
	});
	const all = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
	const named = new Map(
		all.flatMap(({ external, kind, path }) =>
			external === true && !isBuiltin(path) ? [[`${kind} ${path}`, { kind, path }] as const] : [],
		),
	);
	return [...named.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

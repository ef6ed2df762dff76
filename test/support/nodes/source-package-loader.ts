import path from 'node:path';
import { z } from 'zod';
import { PackageDirectoryLoader } from './n8n-core';

const manifestSchema = z.object({ n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }) });
const moduleSchema = z.record(
	z.string(),
	z.custom<new () => unknown>((value) => typeof value === 'function'),
);

/** Loads an n8n package as n8n does, but from its sources: what the manifest names in dist/ is what they are built to. */
export class SourcePackageLoader extends PackageDirectoryLoader {
	protected override resolvePath(file: string): string {
		return super.resolvePath(file.replace(/^dist\/(.*)\.js$/, '$1.ts').replace(/^dist\/(.*)\.json$/, '$1.json'));
	}

	/** n8n requires a class when it needs it; TypeScript is compiled only where it is imported, so that comes first. */
	async importClasses(): Promise<void> {
		const { nodes, credentials } = manifestSchema.parse(this.packageJson).n8n;
		const classes = new Map<string, new () => unknown>();
		for (const file of [...nodes, ...credentials].map((each) => this.resolvePath(each))) {
			const name = path.basename(file).split('.')[0] ?? '';
			const found = moduleSchema.parse(await import(file))[name];
			if (found === undefined) throw new Error(`${file} exports no class ${name}.`);
			classes.set(file, found);
		}
		Reflect.set(this, 'loadClass', (file: string) => {
			const Class = classes.get(this.resolvePath(file));
			if (Class === undefined) throw new Error(`The manifest names no class in ${file}.`);
			return new Class();
		});
	}
}

/** @param folder of the package: where its package.json is */
export async function loadPackage(folder: string): Promise<SourcePackageLoader> {
	const loader = new SourcePackageLoader(folder);
	await loader.importClasses();
	await loader.loadAll();
	return loader;
}

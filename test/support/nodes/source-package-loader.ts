import 'reflect-metadata';
import { PackageDirectoryLoader } from 'n8n-core';

/** Loads an n8n package as n8n does, but from its sources: what the manifest names in dist/ is what they are built to. */
export class SourcePackageLoader extends PackageDirectoryLoader {
	protected override resolvePath(file: string): string {
		return super.resolvePath(file.replace(/^dist\/(.*)\.js$/, '$1.ts').replace(/^dist\/(.*)\.json$/, '$1.json'));
	}
}

/** @param folder of the package: where its package.json is */
export async function loadPackage(folder: string): Promise<SourcePackageLoader> {
	const loader = new SourcePackageLoader(folder);
	await loader.loadAll();
	return loader;
}

import { newWorkFolder } from '../files/work-folder';
import type { KnowledgeSet } from '../folders/knowledge-file';
import type { ReadItem } from '../rows/read-item';
import { RowsSeen } from '../rows/refuse-doubles';
import { readSitemap, type SitemapOptions } from '../sitemaps/read-sitemap';
import type { KeepFile, KnowledgeReader } from './knowledge-reader';

export interface SetOptions {
	reader: KnowledgeReader;
	/** Keeps the content of a file. */
	keep: KeepFile;
	/** Which hosts sitemaps may come from. Default: public ones. */
	hosts?: SitemapOptions['hosts'];
}

/**
 * Reads all sources of a set, one after the other: tables, Markdown, files, sitemaps. A source that cannot be read, and a
 * pattern that matches nothing, are broken items. A row that an earlier one forbids is refused.
 * @throws SourceError if the folder cannot be read, or a bound is reached
 */
export async function* readSet(folder: string, set: KnowledgeSet, options: SetOptions): AsyncGenerator<ReadItem> {
	const into = await newWorkFolder();
	try {
		yield* new RowsSeen().refuseDoubles(sourcesOf(folder, set, into.path, options));
	} finally {
		await into.remove();
	}
}

async function* sourcesOf(
	folder: string,
	set: KnowledgeSet,
	into: string,
	{ reader, keep, hosts }: SetOptions,
): AsyncGenerator<ReadItem> {
	yield* (await reader.set(folder, set, { into, keep })).items;
	for (const { url, ...patterns } of set.sitemaps ?? [])
		yield* readSitemap(url, { ...patterns, ...(hosts && { hosts }), parse: reader.sitemap });
}

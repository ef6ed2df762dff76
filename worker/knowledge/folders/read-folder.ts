import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '../../../api';
import { NotText, readTextFile } from '../../problems/text-file';
import { documentItem, isMarkdown, type KeepFile, tooLargeFile } from '../documents/document-item';
import { type ReadItem, SourceError } from '../rows/read-item';
import { fileSource } from '../sources/source';
import { readCsv } from '../tables/read-csv';
import { KNOWLEDGE_FILE, type KnowledgeFile, type KnowledgeSet, parseKnowledgeFile } from './knowledge-file';
import { fileSize, type FolderFiles, listFolder, matchingFiles } from './matching-files';

/**
 * Reads what a folder says about its sets.
 * @throws KnowledgeFileError with all problems, and SourceError if the file is missing or no text
 */
export function readKnowledgeFile(folder: string): KnowledgeFile {
	let text: string;
	try {
		text = readTextFile(join(folder, KNOWLEDGE_FILE));
	} catch (error) {
		if (error instanceof NotText) throw new SourceError(`has a ${KNOWLEDGE_FILE} that ${error.message}`);
		throw new SourceError(`has no ${KNOWLEDGE_FILE} that can be read. Write one that names its agents and sets`);
	}
	return parseKnowledgeFile(text);
}

/** Which files of a folder. */
export interface FilePatterns {
	/** Default: all. */
	include?: readonly string[] | undefined;
	/** Default: none. */
	exclude?: readonly string[] | undefined;
}

/**
 * Reads the files of a folder as a ZIP archive has them: Markdown becomes a text, any other file a file.
 * @throws SourceError if the folder cannot be read, or has no such file
 */
export async function* readFiles(
	folder: string,
	{ include, exclude = [], keep }: FilePatterns & { keep: KeepFile },
): AsyncGenerator<ReadItem> {
	const { files } = await listFolder(folder);
	// A pattern may begin at the folder, as that of an address does at its host.
	const matching = (patterns: readonly string[]) =>
		new Set(patterns.flatMap((each) => matchingFiles(files, each.replace(/^\//, ''))));
	const [chosen, excluded] = [include === undefined ? new Set(files) : matching(include), matching(exclude)];
	const paths = files.filter((path) => chosen.has(path) && !excluded.has(path));
	if (paths.length === 0) throw new SourceError('has no such file. Put the files of the set into it');
	for (const path of paths) yield await fileItem(folder, path, keep);
}

/**
 * Reads the tables, Markdown and files of a set, one after the other. A source that cannot be read, and a pattern that
 * matches nothing, are broken items.
 */
export async function* readFilesOfSet(folder: string, set: KnowledgeSet, keep: KeepFile): AsyncGenerator<ReadItem> {
	const found = await listFolder(folder);
	const excluded = new Set((set.exclude ?? []).flatMap((pattern) => matchingFiles(found.files, pattern)));
	const files = found.files.filter((path) => !excluded.has(path));
	const taken = new Set<string>();
	for (const pattern of [...(set.questions ?? []), ...(set.pages ?? [])]) {
		const paths = matchingFiles(files, pattern);
		if (paths.length === 0) yield nothingMatches(pattern, found);
		for (const path of paths.filter((each) => isFirst(each, taken))) yield* tableItems(folder, path, set);
	}
	for (const [kind, patterns] of [
		['markdown', set.markdown ?? []],
		['files', set.files ?? []],
	] as const)
		for (const pattern of patterns) {
			const paths = matchingFiles(files, pattern).filter((path) => kind === 'files' || isMarkdown(path));
			if (paths.length === 0) yield nothingMatches(pattern, found);
			for (const path of paths.filter((each) => isFirst(each, taken))) yield await fileItem(folder, path, keep);
		}
}

function isFirst(path: string, taken: Set<string>): boolean {
	if (taken.has(path)) return false;
	taken.add(path);
	return true;
}

async function* tableItems(
	folder: string,
	path: string,
	{ columns, formulas }: KnowledgeSet,
): AsyncGenerator<ReadItem> {
	try {
		const table = await readCsv(fileSource(join(folder, path), path), {
			...(columns && { mapping: columns }),
			isEscaped: formulas === 'escaped',
		});
		yield* table.items();
	} catch (error) {
		if (!(error instanceof SourceError)) throw error;
		yield { kind: 'broken', place: { source: path }, reason: `This file ${error.message}.` };
	}
}

async function fileItem(folder: string, path: string, keep: KeepFile): Promise<ReadItem> {
	const file = join(folder, path);
	const size = await fileSize(file);
	if (size !== null && size > LIMITS.fileBytes) return tooLargeFile(path);
	const content = size === null ? null : await readFile(file).catch(() => null);
	if (content !== null) return documentItem(path.normalize('NFC'), content, (bytes) => keep(bytes, file));
	return { kind: 'broken', place: { source: path }, reason: 'This file cannot be read. Check who may read it.' };
}

function nothingMatches(pattern: string, { links }: FolderFiles): ReadItem {
	const linked =
		matchingFiles(links, pattern).length > 0 ? ' Links are not followed: put the files themselves there.' : '';
	const reason = `The pattern matches no file. Correct it, or remove it.${linked}`;
	return { kind: 'broken', place: { source: pattern }, reason };
}

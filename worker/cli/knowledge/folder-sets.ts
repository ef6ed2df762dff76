import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { KnowledgeSyncInput } from '../../../workflows/knowledge-sync/contract';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { KnowledgeFileError } from '../../knowledge/folders/knowledge-file';
import { readKnowledgeFile } from '../../knowledge/folders/read-folder';
import { KnowledgeReader } from '../../knowledge/reading/knowledge-reader';
import { readSet } from '../../knowledge/reading/set-of-folder';
import { collectRows, placeText, problemText, SourceError } from '../../knowledge/rows/read-item';
import type { GatewayClient } from '../gateway-client';
import { CommandError, EXIT, type Terminal } from '../terminal';

/** A set of a folder at one of its agents. */
export interface FolderSet {
	set: string;
	/** The agent's name in the folder. */
	agent: string;
	agentId: string;
	/** Null: the folder names none. */
	connection: string | null;
	mode: KnowledgeSyncInput['mode'];
	rows: readonly WantedRow[];
}

export interface FolderSets {
	sets: FolderSet[];
	/** Sets that are not whole: rows are refused, or sources cannot be read. Nothing of them may be sent. */
	faulty: string[];
}

/**
 * Reads all sets of a folder, and notes what is wrong with them, a line each. Their files are uploaded.
 * @param only the names of sets. Default: all
 * @throws CommandError if the folder has no knowledge.yaml that can be used
 */
export async function readFolderSets(
	folder: string,
	only: readonly string[] | undefined,
	client: GatewayClient,
	terminal: Terminal,
): Promise<FolderSets> {
	const path = resolve(terminal.cwd, folder);
	const file = usable(folder, () => readKnowledgeFile(path));
	const unknown = (only ?? []).filter((name) => !Object.hasOwn(file.sets, name));
	if (unknown.length > 0)
		throw new CommandError(
			`There is no set ${unknown.join(', ')}. Its sets: ${Object.keys(file.sets).join(', ')}.`,
			EXIT.badUsage,
		);
	const reader = new KnowledgeReader();
	const found: FolderSets = { sets: [], faulty: [] };
	for (const [name, set] of Object.entries(file.sets)) {
		if (only !== undefined && !only.includes(name)) continue;
		const keep = async (file: string) => (await client.upload(await readFile(file))).blob;
		const items = readSet(path, set, { keep, reader });
		const { wanted, refused, broken } = await collectRows(items).catch((error: unknown) => {
			throw error instanceof SourceError ? new CommandError(`The set ${name} ${error.message}.`, EXIT.failed) : error;
		});
		for (const { place, problems } of refused)
			for (const problem of problems) terminal.note(problemText(place, problem));
		for (const { place, reason } of broken) terminal.note(`${placeText(place)}: ${reason}`);
		if (refused.length + broken.length > 0) {
			found.faulty.push(name);
			continue;
		}
		for (const agent of set.agents) {
			const known = file.agents[agent];
			if (known === undefined) continue;
			const { id: agentId, connection = null } = known;
			found.sets.push({ set: name, agent, agentId, connection, mode: set.mode, rows: wanted.map(({ row }) => row) });
		}
	}
	return found;
}

function usable<Value>(folder: string, read: () => Value): Value {
	try {
		return read();
	} catch (error) {
		if (error instanceof KnowledgeFileError) throw new CommandError(error.message, EXIT.badUsage);
		if (error instanceof SourceError) throw new CommandError(`The folder ${folder} ${error.message}.`, EXIT.badUsage);
		throw error;
	}
}

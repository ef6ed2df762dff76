import { packedCommit } from '../../../scripts/packages/packed-commit.mjs';
import { type InstalledProgram, installPacked } from '../installed-programs';

/**
 * The version that operators upgrade from. No version is released yet, so this is the first commit whose open tasks
 * today's workflows must continue: it recorded all histories anew. Once a version is released, its commit belongs here.
 */
const EARLIER_COMMIT = '128989ff773dc232658efcc1495fc279b5d6217b';

/**
 * Installs the worker of the earlier version from its tarball. The first call on a machine builds it.
 * @param place an empty folder; created
 */
export async function installEarlierWorker(place: string): Promise<InstalledProgram> {
	const tarball = await packedCommit({ commit: EARLIER_COMMIT, path: 'worker' });
	return installPacked('agent-knowledge-worker', tarball, place);
}

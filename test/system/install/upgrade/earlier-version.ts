import { packedCommit } from '../../../../scripts/release/packages/packed-commit.mjs';
import { type InstalledProgram, installPacked } from '../installed-programs';

/**
 * The version that operators upgrade from. No version is released yet, so this is a commit whose open tasks today's
 * workflows must continue, and which must continue those of today. Once a version is released, its commit belongs here.
 */
const EARLIER_COMMIT = 'f524444091a1a9b7f265a43bffb663846d4eabe8';

/**
 * Installs the worker of the earlier version from its tarball. The first call on a machine builds it.
 * @param place an empty folder; created
 */
export async function installEarlierWorker(place: string): Promise<InstalledProgram> {
	const tarball = await packedCommit({ commit: EARLIER_COMMIT, path: 'worker' });
	return installPacked('agent-knowledge-worker', tarball, place);
}

import { packedCommit } from '../../../scripts/packages/packed-commit.mjs';
import { type InstalledProgram, installPacked } from '../installed-programs';

/**
 * The version that operators upgrade from: the last commit before the work on installs, images, backups and releases.
 * No version is released yet. Once one is, its commit belongs here.
 */
const EARLIER_COMMIT = '1e0db2f2f04173180ed1f93b783579b6bcba0db7';

/** Its code loads these too, and its manifest does not name them: this tarball alone does not start. */
const UNNAMED = ['form-data@4.0.6', 'zod-openapi@5.4.6'];

/**
 * Installs the worker of the earlier version from its tarball. The first call on a machine builds it.
 * @param place an empty folder; created
 */
export async function installEarlierWorker(place: string): Promise<InstalledProgram> {
	const tarball = await packedCommit({ commit: EARLIER_COMMIT, path: 'worker' });
	return installPacked('agent-knowledge-worker', tarball, place, UNNAMED);
}

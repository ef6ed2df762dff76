import { z } from 'zod';
import { CommandError, EXIT } from './terminal';

const reportSchema = z.looseObject({ header: z.looseObject({ glibcVersionRuntime: z.string().optional() }) });

/**
 * Temporal's native part needs glibc. Without it, loading it fails with words that nobody understands, or ends the process.
 * @param report of Node about this process
 * @throws CommandError on Alpine and other systems with musl
 */
export function requireGlibc(platform: string = process.platform, report: () => object = ownReport): void {
	if (platform !== 'linux') return;
	const { data } = reportSchema.safeParse(report());
	if (data === undefined || data.header.glibcVersionRuntime !== undefined) return;
	throw new CommandError(
		'This system has no glibc, which Temporal needs: Alpine Linux has musl. Use an image on Debian, such as node:22-bookworm-slim, or the Dockerfile of this package.',
		EXIT.failed,
	);
}

function ownReport(): object {
	// Names of connected hosts take long to look up.
	Reflect.set(process.report, 'excludeNetwork', true);
	return process.report.getReport();
}

import { createHash } from 'node:crypto';
import type { MakeReport, ReportMade } from '../../../workflows/weekly-report/activities';
import type { Report } from '../../reports/report';
import { csvOf } from '../../reports/csv';
import { reportPage } from '../../reports/page';
import { type Blobs, fileKey } from '../../storage/blobs';
import { mailLine } from '../../webhooks/notices/plain-text';
import { HOUR } from '../../../api/zone-clock';
import { compare } from './compare';
import { KeptReadings } from './readings';

/** Compares with the last report, and keeps the files at the gateway. A repeat makes the same. */
export async function makeReport(request: MakeReport, { store, config }: Blobs, taskId: string): Promise<ReportMade> {
	const { weeks, connection, asOf, run, calls } = request;
	const { firstDay, lastDay, timeZone, locale } = weeks;
	const compared = await compare(request, new KeptReadings(store, connection));
	const report: Report = {
		version: 1,
		connection,
		week: { firstDay, lastDay, timeZone, locale },
		asOf,
		...compared,
		calls,
		quoted: inOrder(request.quoted ?? [], compared.agents),
		failedSources: inOrder(request.failedSources ?? [], compared.agents),
	};
	const expiresAt = new Date(Date.now() + config.keepExportsHours * HOUR).toISOString();
	const keep = async (ending: string, contentType: string, text: string) => {
		const name = `weekly-report-${firstDay}-${run.slice(run.lastIndexOf('-') + 1)}.${ending}`;
		const content = Buffer.from(text);
		await store.write(fileKey(taskId, name), content);
		const sha256 = createHash('sha256').update(content).digest('hex');
		return { name, contentType, bytes: content.length, sha256, expiresAt };
	};
	return {
		...compared,
		file: await keep('html', 'text/html; charset=utf-8', reportPage(report, { plain: mailLine })),
		json: await keep('json', 'application/json', JSON.stringify(report)),
		csv: await keep('csv', 'text/csv; charset=utf-8', csvOf(report)),
	};
}

/** In the order of the agents, which were read in any. */
function inOrder<Of extends { agentId: string }>(each: readonly Of[], agents: Report['agents']): Of[] {
	return agents.flatMap(({ agentId }) => each.find((one) => one.agentId === agentId) ?? []);
}

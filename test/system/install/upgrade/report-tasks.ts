import { ago } from '../../../support/time/moments';
import { eventually } from '../../../support/time/eventually';
import { weeklyReportResultSchema } from '../../../../workflows/weekly-report/contract';
import type { PrepareTask } from './open-task';

const LEADS = 4;
const DAY_MS = 24 * 3_600_000;

/** A report that has read the leads of an agent, and cannot read its sources. */
export const reportHalfRead: PrepareTask = async (stack, key) => {
	const agentId = await stack.newAgent('Reported');
	const capturedAt = ago(3 * DAY_MS).toISOString();
	for (let count = 0; count < LEADS; count += 1)
		await stack.admin.captureLead(agentId, { name: 'Ada', email: `ada${count}@client.example`, capturedAt });
	const held = `/agents/${agentId}/sources`;
	return async () => {
		await stack.hold('GET', held);
		const id = await stack.begin('weekly-report', key, { agentIds: [agentId] });
		await eventually(
			() => stack.admin.requests({ method: 'GET', path: held }),
			(seen) => seen.some(({ status }) => status === 429),
			'A refused read of sources',
		);
		return {
			id,
			async verify() {
				const { totals, agents } = weeklyReportResultSchema.parse((await stack.ended(id)).result);
				expect(agents).toMatchObject([{ agentId, status: 'read' }]);
				expect(totals).toMatchObject({ leads: { now: LEADS, before: 0 }, failedSources: { now: 0 } });
			},
		};
	};
};

import type { IDataObject } from 'n8n-workflow';
import type { RetrySafety, Scope } from '../../../../api';
import type { NodeResult } from '../../../support/nodes/run-node';
import type { Sample } from './sample';

const text = (value: string) => expect.stringContaining(value) as string;

/** What a failed item carries on under Continue On Fail. */
export function expectFailedRow({ reports }: Sample, row: IDataObject | undefined): void {
	if (reports) expect(row?.unknown).not.toEqual([]);
	else expect(row).toMatchObject({ error: text(''), message: text(''), details: { type: text('') } });
}

export function expectScope({ reports }: Sample, scope: Scope, { rows, error }: NodeResult): void {
	if (reports) expect(rows).toMatchObject([{ missing: [scope] }]);
	else expect(error).toMatchObject({ httpCode: '403', description: text(`lacks the scope ${scope}.`) });
}

/** An unknown agent, or an unknown thing where no agent is asked for. */
export function expectMissing({ reports, agentless, broken }: Sample, { rows, error }: NodeResult): void {
	if (reports) expect(rows).toMatchObject([{ unknown: { length: 8 } }]);
	// Nothing of the account or of the list of agents can be missing.
	else if (agentless && broken === null) expect(error).toBeUndefined();
	else expect(error).toMatchObject({ httpCode: '404', description: text('restricted to other agents') });
}

/** The answer was lost after the effect. */
export function expectOnce(safety: RetrySafety, { rows, error }: NodeResult): void {
	if (safety === 'never') expect(error?.description).toContain('the node does not send it again');
	else expect(error).toBeUndefined();
	if (safety === 'write-once') expect(rows).toMatchObject([{ audit: { answerLost: true, requests: 1 } }]);
}

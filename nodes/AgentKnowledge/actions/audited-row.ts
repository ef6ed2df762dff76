import type { IDataObject } from 'n8n-workflow';
import { rowOf } from '../transport/row';
import type { Audit } from '../transport/write-once';
import type { ItemRun } from './operation';

/** The row of a write. After a lost response the row has the audit, and the editor shows it above the output. */
export function auditedRow({ context, itemIndex }: ItemRun, row: IDataObject, audit: Audit | undefined): IDataObject {
	if (audit === undefined) return row;
	context.addExecutionHints({ message: `Item ${itemIndex}: ${audit.note}`, location: 'outputPane' });
	return { ...row, audit: rowOf(audit) };
}

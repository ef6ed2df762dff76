import type { IDataObject } from 'n8n-workflow';
import { rowOf } from '../transport/row';
import type { ItemRun } from './operation';
import { isTool } from './tool';

interface Wanted {
	simplify: boolean;
	output: 'simplified' | 'raw' | 'selected';
	/** Names, separated by commas. */
	fields: string;
}

/** @returns what makes an output row of a record, in the form that the user chose */
export function shapeOf(
	{ context }: ItemRun,
	{ simplify, output, fields }: Wanted,
	simplified: (record: IDataObject) => IDataObject,
): (record: unknown) => IDataObject {
	const shape = isTool(context) ? output : simplify ? 'simplified' : 'raw';
	const names = fields.split(',').map((name) => name.trim());
	return (record) => {
		const row = rowOf(record);
		if (shape === 'raw') return row;
		return shape === 'simplified' ? simplified(row) : only(row, names);
	};
}

/** The fields of these names, as far as the record has them. */
export function only(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

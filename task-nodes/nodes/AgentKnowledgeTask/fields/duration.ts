import type { INodeProperties } from 'n8n-workflow';

export type Unit = 'seconds' | 'minutes' | 'hours' | 'days';

export const SECONDS_OF: Readonly<Record<string, number>> = {
	seconds: 1,
	minutes: 60,
	hours: 3_600,
	days: 86_400,
} satisfies Record<Unit, number>;

interface Duration<Name extends string> {
	displayName: string;
	name: Name;
	description: string;
	/** The default when a user adds the field. */
	amount: number;
	unit: Unit;
}

/** An amount and a unit, as in n8n's own Limit Wait Time. It stands under Options. */
export const duration = <const Name extends string>(of: Duration<Name>) =>
	({
		displayName: of.displayName,
		name: of.name,
		type: 'fixedCollection',
		default: { duration: { amount: of.amount, unit: of.unit } },
		description: of.description,
		options: [
			{
				displayName: 'Duration',
				name: 'duration',
				values: [
					{
						displayName: 'Amount',
						name: 'amount',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 1,
						description: 'The number of units',
					},
					{
						displayName: 'Unit',
						name: 'unit',
						type: 'options',
						options: [
							{ name: 'Days', value: 'days' },
							{ name: 'Hours', value: 'hours' },
							{ name: 'Minutes', value: 'minutes' },
							{ name: 'Seconds', value: 'seconds' },
						],
						default: 'hours',
						description: 'The unit of the amount',
					},
				],
			},
		],
	}) as const satisfies INodeProperties;

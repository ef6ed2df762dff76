import type { INodeProperties } from 'n8n-workflow';

/**
 * The type of a parameter's value, derived from its description, so that the description and the code that reads it
 * cannot differ.
 */
export type ParameterValue<P> = P extends { type: 'boolean' }
	? boolean
	: P extends { type: 'number' }
		? number
		: P extends { type: 'options'; options: ReadonlyArray<infer Option> }
			? Option extends { value: infer Value }
				? Value
				: never
			: P extends { type: 'multiOptions' }
				? string[]
				: P extends { type: 'collection'; options: ReadonlyArray<infer Field> }
					? Fields<Field>
					: P extends { type: 'fixedCollection'; options: ReadonlyArray<infer Group> }
						? { [G in Group as NameOf<G>]?: G extends { values: ReadonlyArray<infer Field> } ? Fields<Field> : never }
						: string;

type Fields<Field> = { [F in Field as NameOf<F>]?: ParameterValue<F> };

type NameOf<P> = P extends { name: infer Name extends string } ? Name : never;

/** The values of a list of parameters, by name. */
export type ParameterValues<P extends readonly INodeProperties[]> = {
	[Property in P[number] as Property['name']]: ParameterValue<Property>;
};

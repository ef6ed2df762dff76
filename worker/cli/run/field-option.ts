import { Option } from 'commander';
import { z } from 'zod';
import { contracts, type TaskInput, type TaskType } from '../../../workflows/contracts';
import { wholeNumber } from '../options';

type FieldOf<Type extends TaskType> = keyof TaskInput<Type> & string;

const fieldSchema = z.object({ enum: z.array(z.string()).default([]), default: z.unknown().optional() });

/** An option for a field of a task's input, with the choices and the default of its definition. */
export function choiceOption<Type extends TaskType>(
	type: Type,
	field: FieldOf<Type>,
	flags: string,
	description: string,
): Option {
	const { enum: choices, default: preset } = schemaOf(type, field);
	return new Option(flags, description).choices(choices).default(preset);
}

/** The same for a whole number. Without a default of the definition, the option has none. */
export function numberOption<Type extends TaskType>(
	type: Type,
	field: FieldOf<Type>,
	flags: string,
	description: string,
): Option {
	const { default: preset } = schemaOf(type, field);
	const option = new Option(flags, description).argParser(wholeNumber);
	return preset === undefined ? option : option.default(preset);
}

function schemaOf(type: TaskType, field: string): z.output<typeof fieldSchema> {
	const shape: Readonly<Record<string, z.ZodType | undefined>> = contracts[type].input.shape;
	const schema = shape[field];
	if (schema === undefined) throw new Error(`The input of ${type} has no field ${field}.`);
	return fieldSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
}

import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import {
	asChoice,
	asCount,
	asDay,
	asFlag,
	asList,
	asRecord,
	asRecords,
	asRows,
	asSeconds,
	asText,
	FieldProblem,
	isEmpty,
} from './field-values';

export type Field = Pick<INodeProperties, 'displayName' | 'name' | 'default'>;
type Choice = Field & { options: ReadonlyArray<{ value: string }> };

/**
 * Reads the node's fields for one item. An expression can yield anything, so each value is checked before it is sent.
 * Each method throws a NodeOperationError that names the field and the item.
 */
export class FieldReader {
	private readonly optionNames: ReadonlySet<string>;

	/** @param options the fields that stand under Options */
	constructor(
		readonly context: IExecuteFunctions,
		readonly itemIndex: number,
		options: ReadonlyArray<Pick<INodeProperties, 'name'>> = [],
	) {
		this.optionNames = new Set(options.map(({ name }) => name));
	}

	/** The text, without spaces around it. It must not be empty. */
	text(field: Field): string {
		return this.checked(field, this.value(field), asText);
	}

	/** @returns undefined if the field is empty */
	optionalText(field: Field): string | undefined {
		return this.unlessEmpty(field, asText);
	}

	/** An ID, chosen from a list or typed. */
	locator(field: Field): string {
		return this.checked(field, this.locatorValue(field), asText);
	}

	/** @returns undefined if nothing is chosen */
	optionalLocator(field: Field): string | undefined {
		const value = this.locatorValue(field);
		return isEmpty(value) ? undefined : this.checked(field, value, asText);
	}

	flag(field: Field): boolean {
		return this.checked(field, this.value(field), asFlag);
	}

	choice(field: Choice): string {
		const allowed = field.options.map(({ value }) => value);
		return this.checked(field, this.value(field), (value) => asChoice(value, allowed));
	}

	/** A whole number, at least 1. */
	count(field: Field): number {
		return this.checked(field, this.value(field), (value) => asCount(value, 1));
	}

	/** A whole number, 0 or more. */
	number(field: Field): number {
		return this.checked(field, this.value(field), (value) => asCount(value, 0));
	}

	/** Texts: chosen ones, separated by commas, or a list from an expression. */
	list(field: Field): string[] {
		return this.checked(field, this.value(field), asList);
	}

	/** A field with a form of its own. */
	as<Value>(field: Field, read: (value: unknown) => Value): Value {
		return this.checked(field, this.value(field), read);
	}

	/** YYYY-MM-DD. @returns undefined if the field is empty */
	optionalDay(field: Field): string | undefined {
		return this.unlessEmpty(field, asDay);
	}

	/** A duration in seconds. @returns undefined if it is not among the Options */
	optionalSeconds(field: Field): number | undefined {
		const value = this.value(field);
		return value === undefined ? undefined : this.checked(field, value, asSeconds);
	}

	/** A value in a collection that is not Options. @returns undefined if it is empty */
	optionalIn<T>(field: Field, value: unknown, read: (value: unknown) => T): T | undefined {
		return isEmpty(value) ? undefined : this.checked(field, value, read);
	}

	/** A list of objects, as JSON or from an expression. */
	records(field: Field): IDataObject[] {
		return this.checked(field, this.value(field), asRecords);
	}

	/** An object, as JSON or from an expression. */
	record(field: Field): IDataObject {
		return this.checked(field, this.value(field), asRecord);
	}

	/** The rows of a collection. @param group its name in the collection */
	rows(field: Field, group: string): IDataObject[] {
		return this.checked(field, this.value(field), (value) => asRows(value, group));
	}

	/** @param what completes the sentence "The field … " */
	problem(field: Pick<Field, 'displayName'>, what: string): NodeOperationError {
		return new NodeOperationError(this.context.getNode(), `The field "${field.displayName}" ${what}`, {
			itemIndex: this.itemIndex,
			description: 'Correct the field or its expression. Nothing was sent for this item.',
		});
	}

	private unlessEmpty<T>(field: Field, read: (value: unknown) => T): T | undefined {
		const value = this.value(field);
		return isEmpty(value) ? undefined : this.checked(field, value, read);
	}

	/** An option that the builder did not add has no value, but a choice, a switch or a number has its default. */
	private value(field: Field): unknown {
		if (!this.optionNames.has(field.name)) {
			const value: unknown = this.context.getNodeParameter(field.name, this.itemIndex, field.default);
			return value;
		}
		const options: unknown = this.context.getNodeParameter('options', this.itemIndex, {});
		const given: unknown =
			typeof options === 'object' && options !== null ? Reflect.get(options, field.name) : undefined;
		return given ?? (typeof field.default === 'object' ? undefined : field.default);
	}

	private locatorValue(field: Field): unknown {
		const value: unknown = this.context.getNodeParameter(field.name, this.itemIndex, '', { extractValue: true });
		return value;
	}

	private checked<T>(field: Field, value: unknown, read: (value: unknown) => T): T {
		try {
			return read(value);
		} catch (error) {
			throw this.problem(field, error instanceof FieldProblem ? error.message : String(error));
		}
	}
}

import { useLayoutEffect, useRef } from 'preact/hooks';
import { ChoiceControl } from './controls/plain-controls';
import type { Field, KindOf, Typed, TypedForm } from './field';
import { FieldControl, type FieldControlProps, labelledBy } from './field-control';
import { variantOf } from './input';
import { Labelled, LabelledGroup } from './labelled';
import { type FieldProblem, problemsAt, withoutProblemsAt } from './problems';
import { emptyForm, emptyRow, isPreset } from './typed';

export interface FieldsProps {
	fields: readonly Field[];
	/** Makes the ids of the controls unique on the page. */
	idPrefix: string;
	form: TypedForm;
	/** The whole form, on which lists depend. */
	root: TypedForm;
	problems: readonly FieldProblem[];
	/** @param change of what is in the form by then: one action may change two fields */
	onForm: (change: (before: TypedForm) => TypedForm) => void;
	/** Somebody changed what stands at a path, so its problems no longer apply. */
	onEdit: (path: string) => void;
	/** The name of the part with the fields that most people leave as they are. */
	options?: string;
}

/** The fields of a form or of a row. Those that most people leave as they are stand in a part that opens. */
export function Fields(props: FieldsProps) {
	const usual = props.fields.filter(({ isRare }) => !isRare);
	const rare = props.fields.filter(({ isRare }) => isRare);
	const hasProblem = rare.some(({ name }) => problemsAt(props.problems, name).length > 0);
	const isChanged = rare.some((field) => !isPreset(field, props.form));
	const details = useRef<HTMLDetailsElement>(null);
	useLayoutEffect(() => {
		// What is not as most people leave it is in sight. The person may close it.
		if (isChanged && details.current !== null) details.current.open = true;
	}, [isChanged]);
	useLayoutEffect(() => {
		// Before the form moves the focus there. Nothing closes it but the person.
		if (hasProblem && details.current !== null) details.current.open = true;
	});
	return (
		<>
			{usual.map((field) => (
				<OneField key={field.name} {...props} field={field} />
			))}
			{rare.length > 0 && (
				<details ref={details} class="options">
					<summary>{props.options ?? 'Options'}</summary>
					{rare.map((field) => (
						<OneField key={field.name} {...props} field={field} />
					))}
				</details>
			)}
		</>
	);
}

function OneField({ field, fields, idPrefix, form, root, problems, onForm, onEdit }: FieldsProps & { field: Field }) {
	const { kind, name } = field;
	const own = problemsAt(problems, name);
	const shared = { id: `${idPrefix}-${name}`, form, root, problems: own, siblings: fields };
	if (kind.is === 'rows')
		return (
			<Rows
				{...shared}
				field={{ ...field, kind }}
				onType={noType}
				onEdit={(path) => onEdit(path === '' ? name : `${name}.${path}`)}
				onRows={(change) => onForm((before) => ({ ...before, [name]: change(rowsIn(before[name])) }))}
			/>
		);
	return (
		<FieldControl
			{...shared}
			field={{ ...field, kind }}
			onType={(changed, typed) => {
				onEdit(changed);
				onForm((before) => ({ ...before, [changed]: typed }));
			}}
		/>
	);
}

/** Rows change as a whole. */
const noType = () => undefined;

function rowsIn(typed: Typed | undefined): readonly TypedForm[] {
	return typeof typed === 'object' ? typed : [];
}

interface RowsProps extends FieldControlProps<KindOf<'rows'>> {
	onRows: (change: (before: readonly TypedForm[]) => readonly TypedForm[]) => void;
	/** @param path within the list. Empty: all of it */
	onEdit: (path: string) => void;
}

/** A list of rows, each with fields of its own, such as the sources of an agent. */
function Rows(props: RowsProps) {
	const { field, id, form, root, problems, onRows, onEdit } = props;
	const { kind, name } = field;
	const add = useRef<HTMLButtonElement>(null);
	const rows = rowsIn(form[name]);
	const own = rows.reduce<readonly FieldProblem[]>(
		(rest, _row, index) => withoutProblemsAt(rest, String(index)),
		problems,
	);
	const remove = (index: number) => {
		onEdit('');
		onRows((before) => before.toSpliced(index, 1));
		// The button that had the focus is gone.
		add.current?.focus();
	};
	return (
		<LabelledGroup {...labelledBy({ ...props, problems: own })}>
			{rows.map((row, index) => (
				<Row
					key={index}
					kind={kind}
					id={`${id}-${index}`}
					row={row}
					root={root}
					title={`${kind.item.charAt(0).toUpperCase()}${kind.item.slice(1)} ${index + 1}`}
					problems={problemsAt(problems, String(index))}
					onRow={(change) => onRows((before) => before.map((each, at) => (at === index ? change(each) : each)))}
					onEdit={(path) => onEdit(`${index}.${path}`)}
					remove={() => remove(index)}
				/>
			))}
			<button
				type="button"
				ref={add}
				onClick={() => {
					onEdit('');
					onRows((before) => [...before, emptyRow(kind)]);
				}}
			>
				{`Add a ${kind.item}`}
			</button>
		</LabelledGroup>
	);
}

interface RowProps {
	kind: KindOf<'rows'>;
	id: string;
	row: TypedForm;
	root: TypedForm;
	title: string;
	problems: readonly FieldProblem[];
	onRow: FieldsProps['onForm'];
	onEdit: FieldsProps['onEdit'];
	remove: () => void;
}

function Row({ kind: { variants }, id, row, root, title, problems, onRow, onEdit, remove }: RowProps) {
	const variant = variantOf(variants, row);
	const fields = variant?.fields ?? [];
	const kindOfRow = { id: `${id}-type`, label: 'Kind', help: '', isRequired: true, problems: [] };
	// What was typed for another kind comes back with that kind.
	const choose = (type: string) =>
		onRow((before) => ({ ...emptyForm(variants.find((each) => each.type === type)?.fields ?? []), ...before, type }));
	return (
		<fieldset class="row-of-form">
			<legend>{title}</legend>
			<Labelled {...kindOfRow}>
				{(attributes) => (
					<ChoiceControl
						attributes={attributes}
						typed={variant?.type ?? ''}
						options={variants.map(({ type, label }) => [type, label] as const)}
						none={null}
						onType={choose}
					/>
				)}
			</Labelled>
			<Fields fields={fields} idPrefix={id} form={row} root={root} problems={problems} onForm={onRow} onEdit={onEdit} />
			<button type="button" class="quiet" aria-label={`Remove ${title}`} onClick={remove}>
				Remove
			</button>
		</fieldset>
	);
}

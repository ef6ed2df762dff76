import { at } from '../api/base-path';
import { type Choices, useChoices } from './choices';
import { Box } from './controls/box';
import {
	ChoiceControl,
	DateControl,
	DurationControl,
	LongTextControl,
	NumberControl,
	TextControl,
} from './controls/plain-controls';
import { ListChoice } from './controls/list-choice';
import { ManyChoices } from './controls/many-choices';
import { UploadControl } from './controls/upload-control';
import { type Field, type Kind, type KindOf, textIn, type Typed, type TypedForm } from './field';
import { controlAttributes, Help, Labelled, LabelledGroup, type LabelledProps, Problems } from './labelled';
import { type FieldProblem, sentenceAt } from './problems';

/** Sets one field of the form. */
export type TypeInto = (name: string, typed: Typed) => void;

export interface FieldControlProps<K extends Kind = Kind> {
	field: Field & { kind: K };
	/** Of the control, unique on the page. */
	id: string;
	/** The form or the row that the field belongs to. */
	form: TypedForm;
	/** The whole form, on which lists depend. */
	root: TypedForm;
	onType: TypeInto;
	/** Of this field, with the rest of their paths. */
	problems: readonly FieldProblem[];
	/** The fields beside this one, whose names the gateway may use. */
	siblings: readonly Field[];
}

/** A field of one value or of a list of texts. */
export function FieldControl(props: FieldControlProps<Exclude<Kind, { is: 'rows' }>>) {
	const { field, form, onType } = props;
	const { name, kind } = field;
	const about = labelledBy(props);
	const control = { typed: textIn(form, name), onType: (typed: string) => onType(name, typed) };
	switch (kind.is) {
		case 'text':
			return kind.from === null ? (
				<Labelled {...about}>
					{(attributes) =>
						kind.isLong ? (
							<LongTextControl {...control} attributes={attributes} />
						) : (
							<TextControl {...control} attributes={attributes} />
						)
					}
				</Labelled>
			) : (
				<OneOfList {...props} field={{ ...field, kind }} />
			);
		case 'number':
			return (
				<Labelled {...about}>
					{(attributes) =>
						kind.unit === 'seconds' ? (
							<DurationControl {...control} attributes={attributes} label={field.label} />
						) : (
							<NumberControl {...control} attributes={attributes} unit={kind.unit} />
						)
					}
				</Labelled>
			);
		case 'yes-no':
			return <YesNo {...about} isOn={form[name] === true} onTurn={(isOn) => onType(name, isOn)} />;
		case 'choice':
			return (
				<Labelled {...about}>
					{(attributes) => (
						<ChoiceControl
							{...control}
							attributes={attributes}
							options={kind.options}
							none={field.preset === undefined ? 'None' : null}
						/>
					)}
				</Labelled>
			);
		case 'date':
			return <Labelled {...about}>{(attributes) => <DateControl {...control} attributes={attributes} />}</Labelled>;
		case 'texts':
			return <Texts {...props} field={{ ...field, kind }} />;
		case 'named':
			return (
				<Labelled {...about} help={withPerLine(about.help, kind.item)}>
					{(attributes) => <LongTextControl {...control} attributes={attributes} isList />}
				</Labelled>
			);
		case 'json':
			return <Labelled {...about}>{(attributes) => <LongTextControl {...control} attributes={attributes} />}</Labelled>;
		case 'upload':
			return (
				<Labelled {...about}>
					{(attributes) => (
						<UploadControl
							attributes={attributes}
							typed={control.typed}
							onChoose={(fileName) => {
								if (kind.nameInto !== null && textIn(form, kind.nameInto) === '') onType(kind.nameInto, fileName);
							}}
							onUpload={(reference) => control.onType(reference)}
						/>
					)}
				</Labelled>
			);
	}
}

/** Label, help and what is wrong, in the words of the form. */
export function labelledBy({ field, id, problems, siblings }: FieldControlProps): LabelledProps {
	const { label, help, isRequired } = field;
	const hasLines = field.kind.is === 'texts' && field.kind.each.from === null;
	const sentences = problems.map(({ path, message }) =>
		sentenceAt(label, { path: hasLines ? path : '', message }, siblings),
	);
	return { id, label, help, isRequired, problems: sentences };
}

function OneOfList(props: FieldControlProps<KindOf<'text'>>) {
	const { field, form, root, onType } = props;
	const choices = useChoices(field.kind.from, root);
	const about = labelledBy(props);
	return (
		<Labelled {...about}>
			{(attributes) => (
				<>
					<ListChoice
						attributes={attributes}
						typed={textIn(form, field.name)}
						onType={(typed) => onType(field.name, typed)}
						choices={choices}
					/>
					{field.kind.from === 'destinations' && choices.state === 'read' && choices.items.length === 0 && (
						<a href={at('/destinations#webhook=')}>Create a webhook destination</a>
					)}
				</>
			)}
		</Labelled>
	);
}

function Texts(props: FieldControlProps<KindOf<'texts'>>) {
	const { field, form, root, onType } = props;
	const { each, item } = field.kind;
	const choices = useChoices(each.from, root);
	const about = labelledBy(props);
	const control = { typed: textIn(form, field.name), onType: (typed: string) => onType(field.name, typed) };
	if (each.from !== null && choices.state === 'read' && choices.isComplete)
		return (
			<LabelledGroup {...about}>
				<ManyChoices {...control} id={about.id} items={choices.items} />
			</LabelledGroup>
		);
	return (
		<Labelled {...about} help={withPerLine(about.help, item)}>
			{(attributes) => (
				<>
					<LongTextControl {...control} attributes={attributes} isList />
					{each.from !== null && <p class="soft">{whyTyped(choices)}</p>}
				</>
			)}
		</Labelled>
	);
}

function withPerLine(help: string, item: string): string {
	const perLine = `One ${item} a line`;
	return help === '' ? perLine : `${help.replace(/\.$/, '')}. ${perLine}`;
}

/** Why a list has no boxes to tick. */
function whyTyped(choices: Choices): string {
	switch (choices.state) {
		case 'loading':
			return 'Loading the list…';
		case 'waiting':
			return `${choices.until}, to see the list.`;
		case 'read':
			return 'The list is too long to show.';
		case 'unreadable':
			return `The list cannot be read. ${choices.why}`;
	}
}

function YesNo({ isOn, onTurn, ...about }: LabelledProps & { isOn: boolean; onTurn: (isOn: boolean) => void }) {
	const { required: _required, ...attributes } = controlAttributes(about);
	return (
		<div class="field">
			<Box attributes={attributes} label={about.label} isChecked={isOn} onChange={onTurn} />
			<Help {...about} />
			<Problems {...about} />
		</div>
	);
}

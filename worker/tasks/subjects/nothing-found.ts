/**
 * Words by which an agent says that it has no answer. The specification names none, and a model words them anew each
 * time, so this finds the common ways in some languages. It only warns, and a miss costs nothing but the warning.
 */
const WORDS: readonly RegExp[] = [
	// English
	/\b(?:could ?n[o']t|was ?n[o']t able to|were ?n[o']t able to|unable to|can ?n[o']t|did ?n[o']t|do ?n[o']t) (?:seem to )?find (?:an?y?|the|this|that|it|enough|what)\b/,
	/\b(?:could not|cannot|can not|did not|do not|was not able to|were not able to) (?:seem to )?find (?:an?y?|the|this|that|it|enough|what)\b/,
	/\bfound (?:no|nothing)\b.{0,40}\b(?:answer|information|details?|that|about|on|in)\b/,
	/\b(?:do not|don't|does not|doesn't) (?:currently )?have (?:any |enough |specific |the )*(?:information|details|knowledge|an answer)\b/,
	/\bhave no (?:information|details|knowledge|answer)\b/,
	/\b(?:not|n't) (?:mentioned|covered|contained|included|available) in (?:my|our|the) (?:knowledge|documents?|sources?|training)\b/,
	/\bi (?:do not|don't) know\b/,
	// German
	/\b(?:konnte|kann|habe)\b.{0,60}\b(?:keine?n? (?:antwort|informationen|angaben)|nichts)\b.{0,40}\b(?:finden|gefunden)\b/,
	/\bliegen (?:mir|uns) (?:leider )?keine (?:informationen|angaben)\b/,
	// French
	/\b(?:n'ai|n'avons) (?:pas|rien) (?:pu )?trouv/,
	/\bne dispose (?:malheureusement )?(?:pas|d'aucune) d?'?(?:informations?)?/,
	// Spanish, Portuguese, Italian
	/\bno (?:he podido|pude|hemos podido|he) (?:encontrar|encontrado)\b/,
	/\bno (?:tengo|dispongo de|tenemos) (?:información|informacion)\b/,
	/\bnão (?:consegui|foi possível|pude) encontr/,
	/\bnão (?:tenho|temos) informaç/,
	/\bnon (?:ho|sono riuscit[oa] a|abbiamo) trova/,
	/\bnon (?:ho|dispongo di|abbiamo) informazioni\b/,
	// Dutch
	/\b(?:kon|kan|heb)\b.{0,60}\b(?:geen (?:antwoord|informatie)|niets)\b.{0,40}\b(?:vinden|gevonden)\b/,
];

/** @returns the first sentence that says that nothing was found; null if none does */
export function nothingFoundIn(text: string): string | null {
	for (const sentence of sentencesOf(text)) {
		const words = sentence.toLowerCase().replaceAll('’', "'");
		if (WORDS.some((pattern) => pattern.test(words))) return sentence;
	}
	return null;
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
/** A draft has as much as a person reads. Patterns look at no more of a sentence. */
const LONGEST_SENTENCE = 1_000;

function* sentencesOf(text: string): Generator<string> {
	for (const { segment } of SENTENCES.segment(text)) yield segment.trim().slice(0, LONGEST_SENTENCE);
}

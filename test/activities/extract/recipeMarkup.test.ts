import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../activities/extract/declared/readEvidence.ts';
import { fillSchema } from '../../../activities/extract/fill/fill.ts';

const list = { type: 'array', items: { type: 'string' } };
const schema = {
  type: 'object',
  properties: {
    ingredients: list,
    instructions_list: list,
    yields: { type: 'string' },
    image: { type: 'string' },
    category: { type: 'string' },
    author: { type: 'string' },
  },
};

function dataOf(html: string) {
  return fillSchema(readEvidence(html, 'https://cook.example/soup'), schema).data;
}

function recipe(inside: string) {
  return `<title>Soup</title><div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Soup</h1>${inside}</div>`;
}

describe('the microdata of a recipe', () => {
  const ingredients = ['2 leeks', '1 l water', '1 pinch of salt'];

  it.each([
    ['one element for each', ingredients.map((each) => `<p itemprop="recipeIngredient">${each}</p>`).join('')],
    [
      'one element for each, in an element with the same property',
      `<ul itemprop="recipeIngredient">${ingredients.map((each) => `<li itemprop="recipeIngredient">${each}</li>`).join('')}</ul>`,
    ],
    [
      'items with an amount and a name',
      ingredients
        .map((each) => each.split(/ (?=\S+$)/))
        .map(
          ([amount, name]) =>
            `<li itemprop="ingredient" itemscope itemtype="http://data-vocabulary.org/RecipeIngredient"><span itemprop="amount">${amount}</span> <span itemprop="name">${name}</span></li>`,
        )
        .join(''),
    ],
    [
      'everything twice, for two sizes of screen',
      [...ingredients, ...ingredients].map((each) => `<p itemprop="recipeIngredient">${each}</p>`).join(''),
    ],
    [
      'a list that is elsewhere on the page',
      `</div><div itemscope itemtype="https://schema.org/Recipe" itemref="list"><b itemprop="name">Soup</b></div><ul id="list">${ingredients.map((each) => `<li itemprop="recipeIngredient">${each}</li>`).join('')}</ul><div>`,
    ],
  ])('has the ingredients as %s', (_, markup) => {
    expect(dataOf(recipe(markup))).toMatchObject({ ingredients });
  });

  it('has the ingredients of several lists', () => {
    const lists = ['<li>2 leeks<li>salt<li>water', '<li>flour<li>2 eggs<li>milk'];
    expect(dataOf(recipe(lists.map((each) => `<ul itemprop="ingredients">${each}</ul>`).join('')))).toMatchObject({
      ingredients: ['2 leeks', 'salt', 'water', 'flour', '2 eggs', 'milk'],
    });
  });

  it('keeps the lines of a step together', () => {
    const step = (text: string) =>
      `<div itemprop="recipeInstructions"><p>${text}, and stir until everything is well mixed and soft.</p><p>This takes some minutes, during which nothing else should be done.</p><p>The heat should be low, so that nothing burns, and the lid on.</p></div>`;
    expect(dataOf(recipe(step('Cut the leeks') + step('Boil the water')))).toMatchObject({
      instructions_list: [expect.stringMatching(/^Cut.*lid on\.$/), expect.stringMatching(/^Boil.*lid on\.$/)],
    });
  });
});

describe('the JSON-LD of a recipe', () => {
  function ld(value: object, head = '') {
    return `${head}<script type="application/ld+json">${JSON.stringify({ '@type': 'Recipe', name: 'Soup', ...value })}</script>`;
  }

  it.each([
    [['30', '30 cookies'], '30 cookies'],
    ['4', '4 servings'],
    [1, '1 serving'],
    ['Serves 2 to 4', 'Serves 2 to 4'],
  ])('has the yield %j as %s', (recipeYield, yields) => {
    expect(dataOf(ld({ recipeYield }))).toMatchObject({ yields });
  });

  it('has all categories', () => {
    expect(dataOf(ld({ recipeCategory: ['Dinner', 'Side dish'] }))).toMatchObject({ category: 'Dinner, Side dish' });
  });

  it('has the picture that represents the page, unless that is one of the site', () => {
    const image = ['https://cook.example/soup-225x225.jpg'];
    const og = (name: string) => `<meta property="og:image" content="/${name}.jpg">`;
    expect(dataOf(ld({ image, recipeYield: '4' }, og('soup')))).toMatchObject({
      image: 'https://cook.example/soup.jpg',
    });
    expect(dataOf(ld({ image, recipeYield: '4' }, og('default-logo')))).toMatchObject({ image: image[0] });
  });

  it('has an author without the words before the name', () => {
    expect(dataOf(ld({ author: 'Por Ada Brandt' }))).toMatchObject({ author: 'Ada Brandt' });
  });

  it('takes neither an account nor the label of a form for the author', () => {
    const page = '<meta name="twitter:creator" content="@soup"><p class="comment-form-author">Name * <input></p>';
    expect(dataOf(ld({}, page))).not.toHaveProperty('author');
  });
});

/* What is said in the sandbox's recordings, by language. */
#include "steno/sandbox/script.h"

#include <string.h>
#include <strings.h>

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const char *const speakers_en[SCRIPT_SPEAKERS] = {"Martha Hill", "Peter Novak", "Chair"};

static const struct script_line lines_en[] = {
    {0, "Good evening, and thank you for coming on such a wet night."},
    {1, "Thank you. <laughter> I walked, so the rain and I are old friends by now."},
    {0, "You have looked after the valley dam for {31|thirty-one} years. What has changed in that time?"},
    {1, "The water is the same, ~ but the reports got longer. We used to write {1|one} page, now it is "
        "{40|forty}."},
    {2, "May I ask for a short answer? We have {12|twelve} items on the agenda."},
    {1, "Of course. The wall is sound, ~ the gates are sound, and the level is {42|forty-two} metres."},
    {0, "And the software that types all this down?"},
    {1, "[Steno|stenno] does that. <cough> I only correct the names of the villages."},
    {-1, "Oh the river runs low and the river runs high and the keeper he sleeps when the gauges are dry"},
    {2, "Item {3|three}. The board proposes to open the flood gates on Monday at {07:30|half past seven}."},
    {0, "Is anybody against it? <silence>"},
    {2, "Nobody is against it, ~ so the proposal is accepted. The clerk will write to the mayors."},
    {1, "One more thing, if I may. The path over the wall stays closed until the handrail is mended."},
    {0, "That is a pity, because people love that view. How long will it take?"},
    {1, "Two weeks if the weather holds, ~ and nobody here believes that it will. <laughter>"},
};

static const char *const speakers_cs[SCRIPT_SPEAKERS] = {"Jana Nováková", "Petr Dvořák", "Předsedající"};

static const struct script_line lines_cs[] = {
    {0, "Dobrý večer, vítáme vás u hlavních zpráv."},
    {1, "Hladina přehrady dnes stoupla na {42|čtyřicet dva} metrů, ~ správce ale zůstává klidný."},
    {0, "Co to znamená pro obce pod hrází?"},
    {1, "Zatím nic zvláštního. <smích> Voda odtéká podle plánu a stráž má službu {24|dvacet čtyři} hodin."},
    {2, "Prosím o stručnost, máme před sebou ještě {12|dvanáct} bodů."},
    {1, "Rozumím. Zeď je v pořádku, ~ stavidla také, a o víkendu má přestat pršet."},
    {0, "Přepis dnešního jednání připravil [Steno|sténo] a je k dispozici na úřadě."},
    {-1, "Teče voda teče přes velecký majír nechal si mě nechal starodávný frajír"},
    {2, "Bod {3|tři}. Rada navrhuje otevřít stavidla v pondělí v {7.30|půl osmé}. Je někdo proti?"},
    {0, "Nikdo se nehlásí. <ticho> Návrh je přijat."},
    {1, "Ještě jedna věc. Cesta přes hráz zůstane zavřená, ~ než opravíme zábradlí."},
    {0, "To je škoda, lidé ten výhled mají rádi. Děkujeme a na shledanou."},
};

static const char *const speakers_de[SCRIPT_SPEAKERS] = {"Anna Berger", "Jürgen Groß", "Vorsitz"};

static const struct script_line lines_de[] = {
    {0, "Guten Abend und herzlich willkommen zur Sitzung."},
    {1, "Der Pegel steht bei {42|zweiundvierzig} Metern, ~ die Mauer ist in Ordnung."},
    {2, "Gibt es Fragen dazu? <Husten>"},
    {0, "Nur eine: Wann öffnen Sie die Schütze?"},
    {1, "Am Montag um {7:30|halb acht}, ~ wenn es aufhört zu regnen. [Steno|Stenno] schreibt mit."},
    {-1, "Das Wasser ist tief und der Weg ist weit und der Wärter schläft zu jeder Zeit"},
    {2, "Dann ist der Punkt beschlossen. Vielen Dank, schöne Grüße nach Hause."},
};

static const struct script scripts[] = {
    {.language = "en",
     .lines = lines_en,
     .count = COUNT(lines_en),
     .speakers = speakers_en,
     .draft = "and then maybe"},
    {.language = "cs",
     .lines = lines_cs,
     .count = COUNT(lines_cs),
     .speakers = speakers_cs,
     .draft = "a potom možná"},
    {.language = "de",
     .lines = lines_de,
     .count = COUNT(lines_de),
     .speakers = speakers_de,
     .draft = "und dann vielleicht"},
};

const struct script *script_for(const char *language)
{
    size_t len = strcspn(language, "-");
    for (size_t i = 0; i < COUNT(scripts); i++) {
        if (strlen(scripts[i].language) == len && strncasecmp(scripts[i].language, language, len) == 0)
            return &scripts[i];
    }
    return &scripts[0];
}

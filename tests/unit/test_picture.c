/* support/picture: a picture says what the terminal shows, and nothing else. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "support/picture.h"

#define LIMIT_MS 20000

static struct home *home;
static struct pty *pty;

/* What a terminal of 3 rows and 20 columns shows once a script has printed its last word, "end". */
static struct picture *picture_of(const char *script)
{
    home = home_create();
    char *copy = strdup(script);
    char *const argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, copy, NULL};
    pty = pty_start(home, argv, 3, 20);
    free(copy);
    cr_assert(pty_wait_text(pty, "end", LIMIT_MS));
    return picture_take(pty);
}

static void picture_end(struct picture *picture)
{
    picture_free(picture);
    pty_free(pty);
    home_remove(home);
}

#define SCRIPT                                                                                               \
    "printf '\\033[?25l\\033[1;31ma<b\\033[m  \\344\\270\\255x\\033[7m y \\033[m\\r\\n127.0.0.1:41234 "      \
    "&\\r\\nend'; exec cat"

Test(picture, draws_runs_in_their_columns_with_colour_and_width)
{
    struct picture *picture = picture_of(SCRIPT);
    char *svg = picture_svg(&picture, 1, "Cats & dogs");
    cr_expect_str_has(svg, "<title id=\"title\">Cats &amp; dogs</title>");
    cr_expect_str_has(svg,
                      "<text x=\"0\" y=\"14\" textLength=\"27\" class=\"c1 b\">a&lt;b</text>"
                      "<text x=\"45\" y=\"14\" textLength=\"18\">中</text><text x=\"63\" y=\"14\">x</text>"
                      "<rect class=\"t\" x=\"72\" y=\"0\" width=\"27\" height=\"19\"/>"
                      "<text x=\"72\" y=\"14\" textLength=\"27\" class=\"g\"> y </text>\n");
    cr_expect_str_has(svg, "<desc id=\"desc\">\na&lt;b  中x y\n127.0.0.1:41234 &amp;\nend\n</desc>");
    free(svg);
    picture_end(picture);
}

Test(picture, has_other_bytes_when_one_cell_is_another)
{
    struct picture *picture = picture_of(SCRIPT);
    char *svg = picture_svg(&picture, 1, "A title");
    for (int i = 0; i < picture->rows * picture->cols; i++) {
        struct pty_cell was = picture->cells[i], *cell = &picture->cells[i];
        if (i > 0 && picture->cells[i - 1].width == 2)
            continue;
        for (int look = 0; look < 4; look++) {
            cell->text[0] = look == 0 ? '#' : cell->text[0];
            cell->reverse ^= look == 1;
            cell->underline ^= look == 2;
            cell->fg = look == 3 ? 2 : cell->fg;
            char *other = picture_svg(&picture, 1, "A title");
            bool is_blank = !was.text[0] || strcmp(was.text, " ") == 0;
            cr_expect((look == 3 && is_blank) || strcmp(svg, other) != 0, "cell %d, look %d", i, look);
            free(other);
            *cell = was;
        }
    }
    free(svg);
    picture_end(picture);
}

Test(picture, has_colours_for_light_and_dark_and_needs_nothing_from_elsewhere)
{
    struct picture *picture = picture_of(SCRIPT);
    char *svg = picture_svg(&picture, 1, "A title"), *dark = strstr(svg, "prefers-color-scheme:dark");
    cr_expect_str_has(dark, ".c1{fill:");
    cr_expect_str_lacks(strstr(svg, "http") + 1, "http", "more than the name of SVG itself");
    static const char *const foreign[] = {"<script", "url(", "@import", "@font-face", "href", "animation"};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        cr_expect_str_lacks(svg, foreign[i], "%s", foreign[i]);
    free(svg);
    picture_end(picture);
}

Test(picture, has_a_port_that_is_the_same_each_time)
{
    struct picture *picture = picture_of(SCRIPT);
    picture_set_port(picture, "53883");
    char *text = picture_text(picture);
    cr_expect_str_eq(text, "a<b  中x y\n127.0.0.1:53883 &\nend\n");
    free(text);
    picture_end(picture);
}

Test(picture, of_several_frames_draws_once_what_stays_and_shows_the_first_to_who_wants_no_motion)
{
    struct picture *first = picture_of(SCRIPT), *second = picture_take(pty);
    second->cells[2 * 20].text[0] = 'E';
    picture_add_caption(first, "Enter", "Go on");
    picture_add_caption(second, "q", "Back");
    char *svg = picture_svg((struct picture *[]){first, second}, 2, "A title");
    cr_expect_str_has(svg, "<desc id=\"desc\">\n Enter  Go on\n q  Back\n</desc>");
    char *body = strstr(svg, "</style>");
    cr_expect_str_lacks(strstr(body, "127.0.0.1") + 1, "127.0.0.1", "what stays is drawn twice");
    const char *earlier = strstr(body, "<g class=\"f0-0\">\n"),
               *later = strstr(body, "<g class=\"f1-1\" visibility=\"hidden\">\n");
    cr_assert(earlier && later && earlier < later);
    cr_expect(strstr(earlier, ">end<") < later && strstr(earlier, "> Enter <") < later);
    cr_expect_str_has(later, ">End<");
    cr_expect_str_has(later, ">Back<");
    char *motion = strstr(
        svg, "@media(prefers-reduced-motion:no-preference){\n.f0-0{animation:k0-0 8s step-end infinite}");
    cr_expect_not_null(motion);
    cr_expect_str_has(motion, "@keyframes k1-1{0%{visibility:hidden}50%{visibility:visible}}");
    cr_expect_eq(strstr(svg, "animation"), strstr(motion, "animation"), "something moves for all");
    free(svg);
    picture_free(second);
    picture_end(first);
}
